import { overview, type Screen, SLOW, WELL } from './screen.ts';

/** Tool pages of a device. */
export const toolScreens: readonly Screen[] = [
  {
    name: 'values',
    who: 'owner',
    path: overview(WELL, 'values'),
    async open(page, { diagnostics }) {
      await page.getByRole('heading', { name: diagnostics.events }).waitFor(SLOW);
    },
  },
  {
    name: 'registers',
    who: 'owner',
    path: overview(WELL, 'registers'),
    async open(page, { registers }) {
      await page.getByRole('table').waitFor(SLOW);
      await page.getByLabel(registers.search).fill('PID');
    },
  },
  {
    name: 'inverter',
    who: 'owner',
    path: overview(WELL, 'inverter'),
    async open(page, { diagnostics }) {
      await page.getByRole('heading', { name: diagnostics.inputs }).waitFor(SLOW);
    },
  },
  {
    name: 'timeline',
    who: 'owner',
    path: overview(WELL, 'timeline'),
    async open(page, { timeline }) {
      await page
        .getByRole('region', { name: timeline.title, exact: true })
        .getByRole('listitem')
        .first()
        .waitFor(SLOW);
    },
  },
  {
    name: 'graphs',
    who: 'owner',
    path: `${overview(WELL, 'graphs')}&view=hour`,
    async open(page, { graphs }) {
      await page.getByRole('button', { name: graphs.table.show }).click(SLOW);
      await page.getByRole('cell').filter({ hasText: /\d/ }).first().waitFor(SLOW);
    },
  },
  {
    name: 'graphs-year',
    who: 'owner',
    path: `${overview(WELL, 'graphs')}&view=year`,
    async open(page, { graphs }) {
      await page.getByRole('list', { name: graphs.energy.title }).getByRole('listitem').first().waitFor(SLOW);
    },
  },
  {
    name: 'config',
    who: 'technician',
    path: overview(WELL, 'config'),
    async open(page, { config }) {
      await page.getByText(config.stateShort.applied, { exact: true }).waitFor(SLOW);
    },
  },
  {
    name: 'commissioning',
    who: 'technician',
    path: overview(WELL, 'commissioning'),
    async open(page, { commissioning }) {
      await page.getByRole('button', { name: commissioning.start }).waitFor(SLOW);
    },
  },
  {
    name: 'pump-card',
    who: 'technician',
    path: `${overview(WELL, 'config')}&view=pump`,
    async open(page, { pumpCard }) {
      await page.getByText(pumpCard.legend).waitFor(SLOW);
    },
  },
  {
    name: 'pump-card-form',
    who: 'technician',
    path: `${overview(WELL, 'config')}&view=pump`,
    async open(page, { pumpCard }) {
      await page.getByRole('button', { name: pumpCard.edit }).click(SLOW);
      await page.getByText(pumpCard.emptyIsUnknown).waitFor(SLOW);
    },
  },
  {
    name: 'new-value',
    who: 'technician',
    isAbove: true,
    path: overview(WELL, 'registers'),
    async open(page, { registers }) {
      await page
        .getByRole('button', { name: registers.setOne.split('{')[0] ?? '' })
        .first()
        .click(SLOW);
      await page.getByRole('dialog').getByText(registers.readAgain).waitFor(SLOW);
    },
  },
];
