import type { Enrolment } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { DeviceId } from '@manoboard/contract/text';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { Card } from '../../../ui/card.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { BoardLabel } from './board-label.tsx';
import classes from './enrolment.module.css';

/** What a board must know of its server. */
interface BoardServer {
  boardUrl: string;
  /** SHA-256 of a certificate that no authority has signed. */
  fingerprint: string | null;
}

/** As in docs/guide/board.md. */
const startCommand = ({ boardUrl, fingerprint }: BoardServer, id: string) =>
  [
    `npm run board -- --mqtt ${boardUrl}`,
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
    <Card aria-labelledby="enrolment" className={classes.card}>
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
    <form className={form.form} onSubmit={fields.onSubmit} noValidate aria-busy={isSending}>
      <p className={classes.quiet}>{t('lead')}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {problemCode === 'DEVICE_ENROLLED' && sentId === readId(values.id_dev) && (
        <>
          <p>{t('replaceWarning')}</p>
          <div className="flex wrap gap-4">
            <Button color="red.8" disabled={isSending} onClick={replace}>
              {t('replace', { id: sentId })}
            </Button>
          </div>
        </>
      )}
      <TextInput
        {...fields.text('id_dev')}
        label={t('id')}
        description={t('idHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="flex wrap gap-4">
        <Button type="submit" disabled={isSending}>
          {t(isSending ? 'sending' : 'submit')}
        </Button>
      </div>
    </form>
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
      <dl className={classes.facts}>
        <div>
          <dt className="dim text-sm">{t('secret')}</dt>
          <dd>{secret}</dd>
        </div>
        <div>
          <dt className="dim text-sm">{t('command')}</dt>
          <dd>{startCommand(server, id)}</dd>
        </div>
        {server.fingerprint && (
          <div>
            <dt className="dim text-sm">{t('fingerprint')}</dt>
            <dd>{server.fingerprint}</dd>
          </div>
        )}
      </dl>
      <BoardLabel claim={{ id_dev: id, claim_code }} name={t('label', { id, code: claim_code })} />
      <p className={classes.quiet}>{t('labelHint')}</p>
      <div className="flex wrap gap-4">
        <Button leftSection={<IconDownload {...icon} />} onClick={save}>
          {t('download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  );
}
