import type { ManagedUser } from '@manoboard/contract/account/staff';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { annotate, showChanged } from './api.ts';
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
      className="line-clamp-2 text-dim w-full rounded-sm cursor-pointer px-1 py-0.5 text-left min-h-9 -ml-1 pointer-coarse:min-h-11 hover:bg-line"
      onClick={() => onDraft({ text: user.notes ?? '', known: user.notes })}
    >
      <span className="sr-only">{t('notesOf', { email: user.email })}</span>
      {user.notes ?? (
        <span className="inline-flex items-center gap-1 font-medium text-link">
          <IconPlus size={16} stroke={2} aria-hidden /> {t('addNote')}
        </span>
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
      className="grid gap-2"
      aria-busy={isSending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        className="w-full rounded-md border border-line-strong bg-card px-3 py-2 text-ink"
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
        <p className="whitespace-pre-line">
          {t('users.theirNote', { note: user.notes ?? t('users.emptyNote') })}{' '}
          <button
            type="button"
            className="cursor-pointer text-link underline"
            onClick={() => onDraft({ ...draft, known: user.notes })}
          >
            {t('users.overwrite')}
          </button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="xs" className="px-2.5!" disabled={isSending || isChangedMeanwhile}>
          {isSending ? t('auth.sending') : t('users.save')}
        </Button>
        <Button
          size="xs"
          className="px-2.5!"
          variant="default"
          disabled={isSending}
          onClick={() => onDraft(undefined)}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
