import type { Enrolment } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { DeviceId } from '@manoboard/contract/text';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { BoardLabel } from './board-label.tsx';

/** What a board must know of its server. */
interface BoardServer {
  boardUrl: string;
  /** SHA-256 of a certificate that no authority has signed. */
  fingerprint: string | null;
}

/** As in docs/guide/board.md. */
const startCommand = ({ boardUrl, fingerprint }: BoardServer, id: string) =>
  [
    `npm run cli -- board --mqtt ${boardUrl}`,
    ...(fingerprint ? [`--ca sha256:${fingerprint}`] : []),
    `--id ${id} --secret-file ${id}.secret`,
  ].join(' ');

/** As `identity-file.ts` of the board reads it. */
const identityFile = ({ boardUrl, fingerprint }: BoardServer, secret: string) =>
  [secret, `mqtt ${boardUrl}`, ...(fingerprint ? [`ca sha256:${fingerprint}`] : []), ''].join('\n');

const readId = (typed: string) => typed.trim().toUpperCase();

/** Enrols a board, then shows its secret once and its label. */
export function EnrolCard({ server }: { server: BoardServer }) {
  const t = useTranslations('enrolment');
  const [board, setBoard] = useState<Enrolment>();
  return (
    <Card aria-labelledby="enrolment" className="grid gap-4">
      <SectionHead id="enrolment" title={t('title')} />
      {board ? (
        <EnrolledBoard board={board} server={server} onClose={() => setBoard(undefined)} />
      ) : (
        <EnrolForm onEnrolled={setBoard} />
      )}
    </Card>
  );
}

function EnrolForm({ onEnrolled }: { onEnrolled: (board: Enrolment | undefined) => void }) {
  const t = useTranslations('enrolment');
  /** For one request: a later one of the form must not replace. */
  const isReplacing = useRef(false);
  const [sentId, setSentId] = useState<string>();
  const fields = useForm({
    initial: { id_dev: '' },
    validate: ({ id_dev }) =>
      id_dev.trim() === '' || DeviceId.safeParse(readId(id_dev)).success
        ? {}
        : { id_dev: 'validation.device_id_format' },
    send: async ({ id_dev }) => {
      const id = readId(id_dev);
      setSentId(id);
      const body = { id_dev: id || null, is_replacing: isReplacing.current };
      isReplacing.current = false;
      onEnrolled(await withProof(() => request(installationCalls.enrolBoard, { body })));
    },
  });
  const { isSending, problem, problemCode, values } = fields;
  const replace = () => {
    isReplacing.current = true;
    void fields.submit(values);
  };
  return (
    <Form onSubmit={fields.onSubmit} isSending={isSending}>
      <p className="text-md text-dim block!">{t('lead')}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {problemCode === 'DEVICE_ENROLLED' && sentId === readId(values.id_dev) && (
        <>
          <p>{t('replaceWarning')}</p>
          <div className="flex flex-wrap gap-2.5">
            <Button variant="danger" disabled={isSending} onClick={replace}>
              {t('replace', { id: sentId })}
            </Button>
          </div>
        </>
      )}
      <TextField
        {...fields.text('id_dev')}
        label={t('id')}
        description={t('idHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" disabled={isSending}>
          {t(isSending ? 'sending' : 'submit')}
        </Button>
      </div>
    </Form>
  );
}

interface EnrolledProps {
  board: Enrolment;
  server: BoardServer;
  onClose: () => void;
}

function EnrolledBoard({ board, server, onClose }: EnrolledProps) {
  const t = useTranslations('enrolment');
  const { id_dev: id, claim_code, secret } = board;
  const icon = { size: 17, stroke: 1.8, 'aria-hidden': true };
  const save = async () => {
    const { saveFile } = await import('../../../lib/http/download.ts');
    saveFile(new Blob([identityFile(server, secret)], { type: 'text/plain' }), `${id}.secret`);
  };
  return (
    <>
      <FormNotice kind="success">
        {t('done', { id })} {t('once')}
      </FormNotice>
      <dl className="grid gap-2.5">
        <div>
          <dt className="text-sm text-dim">{t('secret')}</dt>
          <dd className="text-md wrap-anywhere font-mono">{secret}</dd>
        </div>
        <div>
          <dt className="text-sm text-dim">{t('command')}</dt>
          <dd className="text-md wrap-anywhere font-mono">{startCommand(server, id)}</dd>
        </div>
        {server.fingerprint && (
          <div>
            <dt className="text-sm text-dim">{t('fingerprint')}</dt>
            <dd className="text-md wrap-anywhere font-mono">{server.fingerprint}</dd>
          </div>
        )}
      </dl>
      <BoardLabel claim={{ id_dev: id, claim_code }} name={t('label', { id, code: claim_code })} />
      <p className="text-md text-dim block!">{t('labelHint')}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button icon={<IconDownload {...icon} />} onClick={save}>
          {t('download')}
        </Button>
        <Button variant="default" icon={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  );
}
