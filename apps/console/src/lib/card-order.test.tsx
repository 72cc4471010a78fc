import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { page, showPage } from '../testing/page.tsx';
import { eventually } from '../testing/whole-app.tsx';
import { inOrder, useCardOrder, withOrder } from './card-order.ts';

describe('R4.7 the order of cards', () => {
  it.each([
    ['without a saved one it is the usual one', [], ['a', 'b', 'c']],
    ['the saved one counts', ['c', 'a', 'b'], ['c', 'a', 'b']],
    ['what it does not name comes after', ['c'], ['c', 'a', 'b']],
    ['what is no longer there is passed over', ['x', 'b', 'y'], ['b', 'a', 'c']],
    ['twice is once', ['b', 'b', 'a'], ['b', 'a', 'c']],
  ] as const)('%s', (_rule, saved, expected) => expect(inOrder(['a', 'b', 'c'], saved)).toEqual(expected));

  it('of one group leaves the others as they were', () =>
    expect(withOrder(['x', 'a', 'y', 'b'], ['b', 'a'])).toEqual(['b', 'a', 'x', 'y']));

  it('has room for as many as the account keeps', () => {
    const many = Array.from({ length: 70 }, (_, at) => `card-${at}`);
    expect(withOrder(many, ['a'])).toHaveLength(64);
  });
});

function Cards() {
  const { order, setOrder } = useCardOrder(['a', 'b']);
  return (
    <button type="button" onClick={() => setOrder(['b', 'a'])}>
      {order.join()}
    </button>
  );
}
const PATH = '/users/me/personalization';
const saved = { card_order: ['x', 'a', 'b'], theme_colour: '#0f766e', locale: 'gb' };
const press = () => act(async () => page.get('button').click());

it('R4.7 a new order is shown at once and kept on the account, and nothing else of the account changes', async () => {
  const server = startFakeServer({
    [PATH]: ({ method, body }) => ({ json: method === 'PUT' ? body : saved }),
  });
  await showPage(<Cards />);
  await press();
  expect(page.text()).toContain('b,a');
  await eventually(() =>
    expect(server.askedFor(PATH).at(-1)).toMatchObject({
      method: 'PUT',
      body: { card_order: ['b', 'a', 'x'], theme_colour: '#0f766e', locale: 'gb' },
    }),
  );
});

it('an order that could not be saved stays on the page', async () => {
  const server = startFakeServer({
    [PATH]: ({ method }) =>
      method === 'PUT' ? { status: 422, json: { detail: 'VALIDATION' } } : { json: saved },
  });
  await showPage(<Cards />);
  await press();
  await eventually(() => expect(server.askedFor(PATH).at(-1)?.method).toBe('PUT'));
  expect(page.text()).toContain('b,a');
});
