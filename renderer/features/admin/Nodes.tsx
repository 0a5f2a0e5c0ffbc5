import { useTranslation } from 'react-i18next';
import { useSession } from '#renderer/data/hooks.ts';
import { useApiMutation } from '#renderer/data/queries/apiQueries.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { type NodeRow, type NodeState, statusCalls } from '#shared/contract/api/status.ts';
import styles from './status.module.css';

const dots: Record<NodeState, string> = {
  ready: 'dot dot--good',
  draining: 'dot dot--wait',
  gone: 'dot dot--bad',
};

/** Lists the servers of the cluster, and lets an operator drain one before an upgrade. */
export function Nodes({ nodes }: { nodes: readonly NodeRow[] }) {
  const { t } = useTranslation();
  const mayDrain = useSession((state) => state.permissions.includes('status:drain'));
  return (
    <Panel title={t('admin.nodes')} body="padded">
      <p className="muted small">{t('admin.nodes.help')}</p>
      <ul className={styles.nodes}>
        {nodes.map((node) => (
          <li key={node.name}>
            <Facts node={node} />
            {mayDrain && node.state !== 'gone' && <Drain node={node} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Facts({ node: { name, build, state, shows, hosts, isThis } }: { node: NodeRow }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <>
      <span className={styles.node}>
        <b>{name}</b>
        {isThis && <span className="chip">{t('admin.nodes.this')}</span>}
        <span className="muted small">{build}</span>
      </span>
      <span className={styles.nodeState}>
        <span className={dots[state]} aria-hidden="true" />
        {t(`admin.nodes.state.${state}`)}
      </span>
      <span className={styles.value}>
        {t('admin.nodes.shows', { count: shows, shown: number(shows) })}
        {' · '}
        {t('admin.nodes.hosts', { count: hosts, shown: number(hosts) })}
      </span>
    </>
  );
}

function Drain({ node: { name, state } }: { node: NodeRow }) {
  const { t } = useTranslation();
  const drain = useApiMutation(statusCalls.drain, { announce: false });
  const action = state === 'draining' ? 'accept' : 'drain';
  return (
    <Button
      small
      look="outlined"
      icon={action === 'drain' ? 'sign-out' : 'check'}
      label={t(`admin.nodes.${action}`)}
      busy={drain.isPending}
      onClick={() => drain.mutate({ params: { name, action } })}
    />
  );
}
