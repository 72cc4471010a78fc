import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  text: string;
  /** The decoded parts of a multipart mail, one after the other. */
  parts: string;
}

function decode(body: string, headers: string): string {
  if (/^content-transfer-encoding: base64/im.test(headers)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(headers)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

interface MailServerState {
  /** Rejects all mails. */
  refuse: boolean;
  /** The SMTP status of a rejection. */
  status: number;
  /** A mail is accepted when this resolves. */
  pause: Promise<void> | undefined;
}

const refusalOf = ({ refuse, status }: MailServerState) =>
  refuse ? Object.assign(new Error('mailbox unavailable'), { responseCode: status }) : null;

function decodeParts(headers: string, body: string): string {
  const boundary = /boundary="?([^"\r\n]+)"?/i.exec(headers)?.[1];
  if (!boundary) return decode(body, headers);
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts
    .map((part) => {
      const [head = '', ...content] = part.split('\r\n\r\n');
      return decode(content.join('\r\n\r\n'), head.trim());
    })
    .join('\n');
}

/** A real SMTP server that rejects mails or is slow as `state` sets. `port`: the place of a stopped one. */
export async function startMailServer(port?: number) {
  const mails: ReceivedMail[] = [];
  const state: MailServerState = { refuse: false, status: 550, pause: undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusalOf(state)),
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const [headers = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        headers,
        text: decode(body.join('\r\n\r\n'), headers),
        parts: decodeParts(headers, body.join('\r\n\r\n')),
      });
      await state.pause;
      done();
    },
  });
  const ownPort = port ?? (await freePort());
  await new Promise<void>((done) => server.listen(ownPort, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${ownPort}`,
    port: ownPort,
    mails,
    state,
    /** Waits for this many mails to this address. */
    async mailsTo(address: string, count = 1): Promise<ReceivedMail[]> {
      const found = () => mails.filter(({ to }) => to.includes(address));
      await waitFor(() => found().length >= count, { what: `${count} mails to ${address}` });
      return found();
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  };
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
