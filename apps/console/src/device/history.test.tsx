import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { type Handler, startFakeServer } from '../testing/fake-server.ts';
import { freezeTime, ID, pass, T } from '../testing/live-page.tsx';
import { page, showPage } from '../testing/page.tsx';
import { type HistoryRequest, useHistory } from './history.ts';

freezeTime();

const OTHER = 'MNB-TE0002';
const DAY: HistoryRequest = { deviceId: ID, range: { lastS: 86_400 }, metrics: ['pressure'], points: 480 };
const answer = (atS: number) => ({
  json: { level: 'minute', step_s: 180, to: atS + 180, since: null, t: [atS], series: {} },
});

let change: (request: HistoryRequest) => void;
/** Shows the start of the history that it has; the test changes the request. */
function Shown({ first }: { first: HistoryRequest }) {
  const [request, setRequest] = useState(first);
  change = setRequest;
  const { data } = useHistory(request);
  return <p>{data ? data.t[0] : 'loading'}</p>;
}

async function show(first: HistoryRequest) {
  const reply: Handler = ({ path }) => answer(Number(new URLSearchParams(path.split('?')[1]).get('from')));
  const paths = [ID, OTHER].map((id) => [`/devices/${id}/history`, reply] as const);
  const server = startFakeServer(Object.fromEntries(paths));
  await showPage(<Shown first={first} />);
  await pass(0);
  return {
    queries: () => server.requests.map(({ path }) => path.split('?')[1]),
    request: (next: HistoryRequest) => act(async () => change(next)),
    holdAnswers() {
      for (const [path] of paths) server.routes[path] = () => new Promise<never>(() => {});
    },
  };
}

it('R4.13 an open range ends now and is refetched at each step', async () => {
  const { queries } = await show(DAY);
  expect(queries()).toEqual([`from=${T - 86_400}&metrics=pressure&points=480`]);
  await pass(179_000);
  expect(queries()).toHaveLength(1);
  await pass(1000);
  expect(queries()[1]).toBe(`from=${T - 86_400 + 180}&metrics=pressure&points=480`);
});

it('R4.13 a closed range is requested once', async () => {
  const { queries } = await show({ ...DAY, range: { fromS: T - 7200, toS: T - 3600 } });
  expect(queries()).toEqual([`from=${T - 7200}&to=${T - 3600}&metrics=pressure&points=480`]);
  await pass(3_600_000);
  expect(queries()).toHaveLength(1);
});

it('R4.13 the former range of a device stays until the new one has loaded', async () => {
  const { request, holdAnswers } = await show(DAY);
  holdAnswers();
  await request({ ...DAY, range: { lastS: 3600 } });
  expect(page.text()).toBe(String(T - 86_400));
});

it.each([
  ['another device', { ...DAY, deviceId: OTHER }],
  ['other metrics', { ...DAY, metrics: ['frequency_fc'] }],
] as const)('R4.13 values of one request are never shown for %s', async (_case, next) => {
  const { request, holdAnswers } = await show(DAY);
  holdAnswers();
  await request(next);
  expect(page.text()).toBe('loading');
});
