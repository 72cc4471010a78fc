import type { PumpValueName } from '@manoboard/contract/device/pump-card';
import { pumpCardCalls } from '@manoboard/contract/device/pump-card.calls';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { locales } from '@manoboard/contract/locales';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { pumpCardQuery } from '../../../device/pump-card.ts';
import { useReportUnsaved } from '../../../lib/forms/unsaved.ts';
import { request } from '../../../lib/http/http.ts';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { changedNames, checkEntered, type FieldErrors, toEntered, toTexts } from './card-fields.ts';

interface Options {
  device: { id: string; name: string };
  latest: PumpCard;
  onClose: () => void;
  /** After the values are stored, or nothing had to be; `onClose` by default. */
  onSaved?: () => void;
}

/** Edits are based on one version (`base`); a newer one is shown and never overwritten unseen. */
export function useCardForm({ device, latest, onClose, onSaved = onClose }: Options) {
  const t = useTranslations('pumpCard');
  const queryClient = useQueryClient();
  const refusalText = useRefusalText();
  const decimal = locales[useLanguage()].decimal;
  const [base, setBase] = useState(latest);
  const [texts, setTexts] = useState(() => toTexts(latest.entered, decimal));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string>();
  const baseTexts = toTexts(base.entered, decimal);
  const latestTexts = toTexts(latest.entered, decimal);
  const isDirty = changedNames(baseTexts, texts).length > 0;
  const { queryKey } = pumpCardQuery(device.id);

  const { run: send, isSending } = useAction({
    send: async (values: PumpCard['entered']) => {
      setProblem(undefined);
      const saved = await request(pumpCardCalls.setPumpCard, {
        params: { id: device.id },
        body: { version: base.version, values },
      });
      // The session is over.
      if (!saved) return;
      // The cache may hold a newer version, received after an event.
      queryClient.setQueryData(queryKey, (cached) =>
        cached && cached.version > saved.version ? cached : saved,
      );
      toast(t('saved'), { device: device.name });
      onSaved();
    },
    onFailed: async (error) => {
      setProblem(refusalText(error));
      if (problemCodeOf(error) === 'CONFIG_VERSION_STALE') await queryClient.invalidateQueries({ queryKey });
    },
  });
  const discard = useCallback(() => onClose(), [onClose]);
  useReportUnsaved(isDirty && !isSending, device.name, discard);

  return {
    decimal,
    texts,
    errors,
    problem,
    isSending,
    isDirty,
    isStale: latest.version !== base.version && !isSending,
    changedMeanwhile: changedNames(baseTexts, latestTexts),
    change(name: PumpValueName, text: string) {
      setTexts((before) => ({ ...before, [name]: text }));
      setErrors(({ [name]: _, ...others }) => others);
    },
    /** Takes the values of the newer version, and keeps those that were typed here. */
    rebase() {
      const typed = changedNames(baseTexts, texts).map((name) => [name, texts[name]]);
      setBase(latest);
      setTexts({ ...latestTexts, ...Object.fromEntries(typed) });
      setProblem(undefined);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (isSending) return;
      const checked = checkEntered(toEntered(texts));
      setErrors('errors' in checked ? checked.errors : {});
      if ('values' in checked) return void (isDirty ? send(checked.values) : onSaved());
      const inputs = [...event.currentTarget.elements];
      const first = inputs.find((input) => (input.getAttribute('name') ?? '') in checked.errors);
      if (first instanceof HTMLElement) first.focus();
    },
  };
}
export type CardForm = ReturnType<typeof useCardForm>;
