import { expect, it } from 'vitest';
import { SETTING_NAMES } from './config.ts';
import { findMisspelt } from './misspelt-settings.ts';

it('a misspelt setting is found with the one that is meant', () => {
  expect(findMisspelt(['SMPT_URL', 'DATABSE_URL', 'PUBLIC_URLS', 'SMTP_URL_FIEL'], SETTING_NAMES)).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
    { name: 'PUBLIC_URLS', meant: 'PUBLIC_URL' },
    { name: 'SMTP_URL_FIEL', meant: 'SMTP_URL_FILE' },
  ]);
});

it('settings and the usual names of an environment are not misspelt', () => {
  const usual = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'LANG',
      'LC_ALL',
      'LOGNAME',
      'SHELL',
      'PWD',
      'OLDPWD',
      'TERM',
      'USER',
      'MAIL',
    ],
    ...['NODE_OPTIONS', 'NODE_ENV', 'INVOCATION_ID', 'JOURNAL_STREAM', 'STATE_DIRECTORY', 'NOTIFY_SOCKET'],
    ...['npm_config_port', 'SSH_CLIENT', 'EDITOR', 'INIT_CWD', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'TZ'],
  ];
  expect(findMisspelt([...usual, ...SETTING_NAMES], SETTING_NAMES)).toEqual([]);
});
