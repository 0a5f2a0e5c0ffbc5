import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { SeasonView } from '#renderer/features/report/SeasonView.tsx';
import type { NamedSeason } from '#shared/contract/season.ts';
import { mountOnShow } from './showPage.tsx';
import { click, openTool, shows, wholePage } from './tool.tsx';

it('a host names own dates, renames the season, and deletes it with an undo, by keyboard', async () => {
  let seasons: NamedSeason[] = [];
  const asked: { from: number; until: number }[] = [];
  const view = (
    <QueryRoot>
      <SeasonView lead={null} onShow={() => {}} />
    </QueryRoot>
  );
  const { user } = await mountOnShow(view, [], {
    'report.season': ({ period }) => {
      asked.push(period);
      return { season: { shows: [], left: 0, anchors: [], viewers: [], givers: 0 } };
    },
    'season.list': () => ({ seasons }),
    'season.put': ({ season }) => {
      seasons = [...seasons.filter(({ id }) => id !== season.id), season];
      return {};
    },
    'season.delete': ({ id }) => {
      seasons = seasons.filter((season) => season.id !== id);
      return {};
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Season' }));
  expect(await screen.findByText(/No season yet/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Viewers' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose dates' }));
  screen.getByRole('button', { name: 'Name this period' }).focus();
  await user.keyboard('{Enter}');
  await within(await screen.findByRole('dialog')).findByRole('textbox', { name: /Name of the season/ });
  await user.keyboard('Autumn 2026{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Rename Autumn 2026' }));
  expect(seasons).toMatchObject([{ name: 'Autumn 2026', period: asked.at(-1) }]);
  const field = within(await screen.findByRole('dialog')).getByRole('textbox');
  await user.clear(field);
  await user.type(field, 'Autumn{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Delete Autumn' }));
  expect(await screen.findByText('Autumn is deleted.')).toBeDefined();
  expect(seasons).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByRole('button', { name: 'Delete Autumn' })).toBeDefined();
});

it('a season that another window names, renames or deletes is followed at once', async () => {
  const tool = await openTool({ at: 'tool/report', preset: {} });
  await click(tool, 'Period', wholePage, 'radio');
  await click(tool, 'Season', wholePage, 'radio');
  await shows(wholePage, 'No season yet');
  const season = { id: 'autumn', name: 'Autumn', period: { from: 0, until: 86_400_000 } };
  await tool.call('season.put', { season });
  await shows(wholePage, 'Autumn');
  await tool.call('season.put', { season: { ...season, name: 'Autumn cup' } });
  await shows(wholePage, 'Autumn cup');
  await tool.call('season.delete', { id: season.id });
  await shows(wholePage, 'No season yet');
});
