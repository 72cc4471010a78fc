import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoMail } from '@manoboard/contract/installation/demo-mail';

const MOST = 50;

function parseMail(name: string, content: string): DemoMail {
  const [head = '', ...text] = content.split('\n\n');
  const header = (key: string) =>
    head
      .split('\n')
      .find((line) => line.startsWith(`${key}: `))
      ?.slice(key.length + 2) ?? '';
  return {
    id: name,
    to: header('To'),
    subject: header('Subject'),
    sent_at: Math.floor(Date.parse(header('Date')) / 1000),
    text: text.join('\n\n').trimEnd(),
  };
}

/** The latest mails that the folder mailer has written; the names begin with the time. */
export async function listMails(folder: string): Promise<DemoMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'));
  const latest = names.sort().reverse().slice(0, MOST);
  return Promise.all(latest.map(async (name) => parseMail(name, await readFile(join(folder, name), 'utf8'))));
}
