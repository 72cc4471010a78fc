import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  text: string;
}

function decode(body: string, headers: string): string {
  if (/^content-transfer-encoding: base64/im.test(headers)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(headers)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** A real SMTP server; `refuse` makes it reject all mails. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(state.refuse ? new Error('mailbox unavailable') : null),
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const [headers = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        headers,
        text: decode(body.join('\r\n\r\n'), headers),
      });
      done();
    },
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${port}`,
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
