import { act, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { page, showPage } from '../../testing/page.tsx';
import { eventually } from '../../testing/whole-app.tsx';
import { session } from '../http/session.ts';
import { inOrder, useCardOrder, withOrder } from './card-order.ts';

describe('R4.7 card order', () => {
  it.each([
    ['is the default order without a saved one', [], ['a', 'b', 'c']],
    ['is the saved order', ['c', 'a', 'b'], ['c', 'a', 'b']],
    ['puts unsaved cards last', ['c'], ['c', 'a', 'b']],
    ['skips saved cards that no longer exist', ['x', 'b', 'y'], ['b', 'a', 'c']],
    ['ignores duplicates', ['b', 'b', 'a'], ['b', 'a', 'c']],
  ] as const)('%s', (_rule, saved, expected) => expect(inOrder(['a', 'b', 'c'], saved)).toEqual(expected));

  it('keeps the order of other groups when one group changes', () =>
    expect(withOrder(['x', 'a', 'y', 'b'], ['b', 'a'])).toEqual(['b', 'a', 'x', 'y']));

  it('is cut to the limit of the account, 64 cards', () => {
    const many = Array.from({ length: 70 }, (_, at) => `card-${at}`);
    expect(withOrder(many, ['a'])).toHaveLength(64);
  });
});

function Cards({ next = ['b', 'a'] }) {
  const { order, setOrder } = useCardOrder(['a', 'b']);
  return (
    <button type="button" onClick={() => setOrder(next)}>
      {order.join()}
    </button>
  );
}
const PATH = '/users/me/personalization';
const saved = { card_order: ['x', 'a', 'b'], theme_colour: '#0f766e', locale: 'gb' };
const press = () => act(async () => page.get('button').click());

it('R4.7 a new card order is displayed at once and saved without changing other preferences', async () => {
  const server = startFakeServer({
    [PATH]: ({ method, body }) => ({ json: method === 'PUT' ? body : saved }),
  });
  await showPage(<Cards />);
  await press();
  expect(page.text()).toContain('b,a');
  await eventually(() =>
    expect(server.requestsTo(PATH).at(-1)).toMatchObject({
      method: 'PUT',
      body: { card_order: ['b', 'a', 'x'], theme_colour: '#0f766e', locale: 'gb' },
    }),
  );
});

it('a card order stays on the page when saving it fails', async () => {
  const server = startFakeServer({
    [PATH]: ({ method }) =>
      method === 'PUT' ? { status: 422, json: { detail: 'VALIDATION' } } : { json: saved },
  });
  await showPage(<Cards />);
  await press();
  await eventually(() => expect(server.requestsTo(PATH).at(-1)?.method).toBe('PUT'));
  expect(page.text()).toContain('b,a');
});

describe('R1.5 card order after a logout and the login of another user', () => {
  /** Saves two orders, holds the answer to the first until the test resolves it, and changes the user meanwhile. */
  async function arrangeAndLeave(children: ReactNode) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const server = startFakeServer({
      [PATH]: async ({ method, body }) => {
        if (method === 'PUT') await promise;
        return { json: method === 'PUT' ? body : saved };
      },
    });
    const orders = () => server.requestsTo(PATH).flatMap(({ body }) => (body ? [body] : []));
    const { leave } = await showPage(children);
    const [button] = page.all('button');
    await act(async () => button?.click());
    await eventually(() => expect(orders()).toHaveLength(1));
    await act(async () => button?.click());
    void session.end(async () => undefined);
    session.begin();
    return { orders, leave, answer: () => act(async () => resolve()) };
  }

  it('a queued save is not sent for the other user', async () => {
    const { orders, leave, answer } = await arrangeAndLeave(<Cards />);
    await leave();
    await answer();
    await showPage(<Cards next={['a', 'b']} />);
    await press();
    await eventually(() => expect(orders().at(-1)).toMatchObject({ card_order: ['a', 'b', 'x'] }));
    expect(orders()).toHaveLength(2);
  });

  it('a late answer is not displayed to the other user', async () => {
    const { answer } = await arrangeAndLeave([<Cards key="arranged" />, <Cards key="next" />]);
    await answer();
    expect(page.all('button').map(page.textOf)).toEqual(['b,a', 'a,b']);
  });
});
