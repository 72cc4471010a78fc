import { expect, it } from 'vitest';
import { BadSettings, readConfig } from './config.ts';

function refusalOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof BadSettings) return error.sentences;
    throw error;
  }
  return [];
}

it('every setting is optional', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    DEMO: false,
    DEMO_BOARDS: 7,
    LOG_LEVEL: 'info',
    CONSOLE_FEATURES: [],
  });
});

it('an empty setting counts as not set', () =>
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).PORT).toBeUndefined());

it('settings are parsed', () => {
  expect(
    readConfig({
      PORT: '9000',
      DEMO: '1',
      CONSOLE_FEATURES: 'docs, statistics',
      PUBLIC_URL: 'https://pumps.example',
    }),
  ).toMatchObject({
    PORT: 9000,
    DEMO: true,
    CONSOLE_FEATURES: ['docs', 'statistics'],
    PUBLIC_URL: 'https://pumps.example',
  });
});

it('all bad settings are named at once, each with its rule', () => {
  expect(
    refusalOf({
      PORT: '70000',
      MQTT_PORT: 'x',
      DATABASE_URL: 'mysql://a',
      LOG_LEVEL: 'loud',
      DEMO: 'maybe',
      CONTACT_EMAIL: 'me',
    }),
  ).toEqual([
    'PORT is "70000", but must be a whole number from 1 to 65535.',
    'DATABASE_URL is "mysql://a", but must be a postgres:// address.',
    'MQTT_PORT is "x", but must be a whole number from 1 to 65535.',
    'CONTACT_EMAIL is "me", but must be an e-mail address.',
    'DEMO is "maybe", but must be 1 or 0.',
    'LOG_LEVEL is "loud", but must be one of trace, debug, info, warn, error, fatal, silent.',
  ]);
});

it.each(['HOST', 'MQTT_HOST'])('the demo listens on loopback only (%s)', (name) => {
  expect(refusalOf({ DEMO: '1', [name]: '0.0.0.0' })).toHaveLength(1);
  expect(refusalOf({ [name]: '0.0.0.0' })).toEqual([]);
});

it('mails need an smtp address and a sender', () => {
  expect(readConfig({ SMTP_URL: 'smtps://me:secret@mail.example.com' }).MAIL_FROM).toBe(
    'no-reply@manoboard.local',
  );
  expect(refusalOf({ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'me' })).toHaveLength(2);
});
