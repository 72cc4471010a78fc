import { deviceConfigCalls } from '@manoboard/contract/device/device-config.calls';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { locales } from '@manoboard/contract/locales';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { configQuery } from '../../../device/queries.ts';
import { request } from '../../../lib/http/http.ts';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { readDraft, storeDraft } from './config-draft.ts';
import { type ConfigErrors, configErrors, serverErrors } from './config-errors.ts';
import {
  type ConfigField,
  type ConfigValues,
  changedFields,
  type Decimal,
  rebase,
  toConfig,
  toValues,
} from './config-fields.ts';

/** Focuses the first field with an error, in DOM order. */
function focusFirst(form: HTMLFormElement, errors: ConfigErrors) {
  const first = [...form.elements].find((input) => (input.getAttribute('name') ?? '') in errors);
  if (first instanceof HTMLElement) first.focus();
}

/** The cache may hold a newer version, received from the stream. */
const newerOf = (cached: ConfigState | undefined, saved: ConfigState) =>
  cached && cached.version >= saved.version ? cached : saved;

/** R4.11: edits are based on one version (`base`); a newer version is shown and never overwritten unseen. */
export function useConfigForm(deviceId: string, userId: number, latest: ConfigState) {
  const t = useTranslations('config');
  const queryClient = useQueryClient();
  const refusalText = useRefusalText();
  const device = useDeviceName(deviceId);
  const decimal: Decimal = locales[useLanguage()].decimal;
  const [draft] = useState(() => readDraft(userId, deviceId));
  const [base, setBase] = useState(draft?.base ?? latest);
  const [values, setValues] = useState(() => draft?.values ?? toValues(latest.desired, decimal));
  const [errors, setErrors] = useState<ConfigErrors>({});
  const [problem, setProblem] = useState<string>();
  const baseValues = toValues(base.desired, decimal);
  const latestValues = toValues(latest.desired, decimal);
  const isDirty = changedFields(baseValues, values).length > 0;
  const isStale = latest.version !== base.version;
  /** Without edits, or with edits equal to the latest state, no typed value is lost. */
  const canFollow = isStale && (!isDirty || changedFields(latestValues, values).length === 0);

  const reset = useCallback((from: ConfigState, next: ConfigValues) => {
    setBase(from);
    setValues(next);
    setErrors({});
    setProblem(undefined);
  }, []);
  useEffect(() => {
    if (!canFollow) return;
    setBase(latest);
    setValues(toValues(latest.desired, decimal));
  }, [canFollow, latest, decimal]);

  useEffect(() => storeDraft(userId, deviceId, { base, values }), [userId, deviceId, base, values]);

  /** Stores the draft directly: the form may unmount before the effect runs. */
  const discard = useCallback(() => {
    const next = toValues(latest.desired, decimal);
    storeDraft(userId, deviceId, { base: latest, values: next });
    reset(latest, next);
  }, [userId, deviceId, latest, decimal, reset]);

  /** Rebases values typed during the save onto the saved state, also in the draft of an unmounted form. */
  function finish(saved: ConfigState) {
    const withUnsaved = (now: ConfigValues) => rebase(values, now, toValues(saved.desired, decimal));
    const stored = readDraft(userId, deviceId);
    if (stored?.base.version === base.version)
      storeDraft(userId, deviceId, { base: saved, values: withUnsaved(stored.values) });
    setBase(saved);
    setValues(withUnsaved);
  }

  const { run: send, isSending } = useAction({
    send: async () => {
      setProblem(undefined);
      const saved = await request(deviceConfigCalls.setConfig, {
        params: { id: deviceId },
        body: { version: base.version, config: toConfig(values) },
      });
      // The session is over.
      if (!saved) return;
      queryClient.setQueryData(configQuery(deviceId).queryKey, (cached) => newerOf(cached, saved));
      finish(saved);
      toast(t('saved'), { device });
    },
    onFailed: async (error) => {
      setErrors(serverErrors(error));
      setProblem(refusalText(error));
      if (problemCodeOf(error) === 'CONFIG_VERSION_STALE')
        await queryClient.invalidateQueries({ queryKey: configQuery(deviceId).queryKey });
    },
  });

  return {
    decimal,
    values,
    errors,
    problem,
    isSending,
    isDirty,
    /** Restored from a stored draft. */
    isRestored: isDirty && draft !== undefined,
    /** The stream may deliver one's own save before its answer. */
    isStale: isStale && isDirty && !isSending,
    /** Fields that another user has changed since `base`. */
    changes: changedFields(baseValues, latestValues),
    baseValues,
    change(field: ConfigField, value: string) {
      setValues((before) => ({ ...before, [field]: value }));
      setErrors(({ [field]: _, ...others }) => others);
    },
    keepMine: () => reset(latest, rebase(baseValues, values, latestValues)),
    discard,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (isSending) return;
      const found = configErrors(values, baseValues);
      setErrors(found);
      if (Object.keys(found).length === 0) void send();
      else focusFirst(event.currentTarget, found);
    },
  };
}
export type ConfigForm = ReturnType<typeof useConfigForm>;
