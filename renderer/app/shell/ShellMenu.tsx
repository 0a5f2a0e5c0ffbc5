import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { pathOfScreen } from '#renderer/data/session/adminPaths.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { type MenuNode, menuCalls } from '#shared/contract/api/menu.ts';

const own = [
  { to: '/home', label: 'account.home', icon: 'gauge' },
  { to: '/home/info', label: 'account.info', icon: 'user' },
  { to: '/home/other', label: 'account.other', icon: 'shield' },
] as const;

/** Links to the account's own screens, the tool and the screens that the server opens to the account. */
export function ShellMenu() {
  const { t } = useTranslation();
  const { data } = useApiQuery(menuCalls.mine, {}, { quiet: true });
  return (
    <nav className="shell__menu" aria-label={t('account.menu')}>
      {own.map((entry) => (
        <Entry key={entry.to} to={entry.to} icon={entry.icon} label={t(entry.label)} />
      ))}
      <Entry to="/tool" icon="bolt" label={t('account.tool')} />
      {(data ?? []).map((node) => (
        <Group key={node.id} node={node} />
      ))}
    </nav>
  );
}

/** A group of the admin area with its visible screens that this page has. */
function Group({ node }: { node: MenuNode }) {
  const text = useText();
  const screens = node.children.filter((child) => !child.hidden && pathOfScreen(child.name) !== null);
  if (node.hidden || screens.length === 0) return null;
  return (
    <section className="shell__group">
      <h2 className="shell__group-title">
        <i className={`pi pi-${node.icon}`} aria-hidden="true" />
        <span className="shell__word">{text({ key: node.title })}</span>
      </h2>
      {screens.map((child) => (
        <Entry
          key={child.id}
          to={pathOfScreen(child.name) ?? '/home'}
          icon={child.icon}
          label={text({ key: child.title })}
        />
      ))}
    </section>
  );
}

function Entry({ to, icon, label }: { to: string; icon: string; label: string }) {
  const simple = useSettings((state) => state.simpleMenu);
  return (
    <NavLink className="shell__entry" to={to} end title={simple ? label : undefined}>
      <i className={`pi pi-${icon}`} aria-hidden="true" />
      <span className="shell__word">{label}</span>
    </NavLink>
  );
}
