import { afterEach, expect, it } from 'vitest';
import { readConfig } from './config.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

function pageWith(written: string) {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'console-config';
  script.textContent = written;
  document.head.append(script);
  return document;
}

it('readConfig takes the values of the server and defaults for missing ones', () => {
  const config = readConfig(pageWith('{"contact_email":"podpora@example.sk","features":["docs"]}'));
  expect(config).toMatchObject({
    api_base: '/api',
    contact_email: 'podpora@example.sk',
    features: ['docs'],
    demo: null,
  });
});

it.each(['{}', 'not JSON', '{"features":"all"}', 'null'])(
  'readConfig uses the defaults for %s',
  (written) => {
    expect(readConfig(pageWith(written))).toMatchObject({ api_base: '/api', features: [], demo: null });
  },
);
