import type { ManagedUser } from '@manoboard/contract/account/staff';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { annotate, showChanged } from './api.ts';
import classes from './notes-cell.module.css';
import { useActionProblem } from './use-action-problem.ts';

/** The longest note that the server stores. */
const MAX_LENGTH = 2000;

export interface NotesDraft {
  text: string;
  /** The note that the editor saw. */
  known: string | null;
}

interface Props {
  user: ManagedUser;
  /** The unsaved text, which the list stores. */
  draft: NotesDraft | undefined;
  onDraft: (draft: NotesDraft | undefined) => void;
}

/** R7.3 notes, edited in place. */
export function NotesCell({ user, draft, onDraft }: Props) {
  const t = useTranslations('users');
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !draft) opener.current?.focus();
    wasEditing.current = draft !== undefined;
  }, [draft]);
  if (draft) return <NotesEditor user={user} draft={draft} onDraft={onDraft} />;
  return (
    <button
      ref={opener}
      type="button"
      className={classes.notes}
      data-empty={user.notes === null || undefined}
      onClick={() => onDraft({ text: user.notes ?? '', known: user.notes })}
    >
      <span className="vh">{t('notesOf', { email: user.email })}</span>
      {user.notes ?? (
        <>
          <IconPlus size={16} stroke={2} aria-hidden /> {t('addNote')}
        </>
      )}
    </button>
  );
}

function useSaveNotes({ user, draft, onDraft }: Props & { draft: NotesDraft }) {
  const queryClient = useQueryClient();
  const { run, isSending, error } = useAction({
    send: () => annotate(user.id, { notes: draft.text, known_notes: draft.known }),
    onDone: (changed) => {
      void showChanged(queryClient, changed);
      onDraft(undefined);
    },
    // A note that another person changed is shown first; the next save replaces it.
    onFailed: () => showChanged(queryClient),
  });
  return { isSending, problem: error ? problemCodeOf(error) : undefined, save: () => void run() };
}

function NotesEditor(props: Props & { draft: NotesDraft }) {
  const { user, draft, onDraft } = props;
  const t = useTranslations();
  const actionProblem = useActionProblem();
  const { isSending, problem, save } = useSaveNotes(props);
  const isChangedMeanwhile = problem === 'NOTES_CHANGED' && user.notes !== draft.known;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isSending) onDraft(undefined);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    <form
      className={classes.editor}
      aria-busy={isSending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        aria-label={t('users.notesOf', { email: user.email })}
        value={draft.text}
        maxLength={MAX_LENGTH}
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: the user opened this field.
        autoFocus
        readOnly={isSending}
        onChange={(event) => onDraft({ ...draft, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {problem && <FormNotice kind="problem">{actionProblem(problem, t(`problem.${problem}`))}</FormNotice>}
      {isChangedMeanwhile && (
        <p className={classes.theirs}>
          {t('users.theirNote', { note: user.notes ?? t('users.emptyNote') })}{' '}
          <button
            type="button"
            className="plain-button anchor underline"
            onClick={() => onDraft({ ...draft, known: user.notes })}
          >
            {t('users.overwrite')}
          </button>
        </p>
      )}
      <div className="flex wrap gap-3">
        <Button type="submit" size="xs" px="xs" disabled={isSending || isChangedMeanwhile}>
          {isSending ? t('auth.sending') : t('users.save')}
        </Button>
        <Button size="xs" px="xs" variant="default" disabled={isSending} onClick={() => onDraft(undefined)}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
