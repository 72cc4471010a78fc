import { type FormEvent, useMemo, useState } from 'react';
import { type HttpProblemCode, problemCodeOf } from '../http/http-problem.ts';
import { useKeepDraft, useKeptDraft } from './drafts.ts';
import { type ErrorKey, type FieldErrors, refusalOf, useErrorText } from './form-errors.ts';

type Field<Values> = keyof Values & string;

interface Settings<Values> {
  initial: Values;
  validate: (values: Values) => FieldErrors<Field<Values>>;
  send: (values: Values) => Promise<unknown>;
  /** Field that shows the error of this code. */
  fieldOfCode?: Partial<Record<HttpProblemCode, Field<Values>>>;
  /** R3.8: these fields, no secrets, are kept while the user logs in again; `key` names the form and its subject. */
  draft?: { key: string; fields: readonly Field<Values>[]; isForLater?: boolean };
}

/** Form state with validation and one request at a time. A form library would be a tenth of the login bundle. */
export function useForm<Values extends Record<string, string | boolean>>({
  initial,
  validate,
  send,
  fieldOfCode,
  draft,
}: Settings<Values>) {
  type Name = Field<Values>;
  const restored = useKeptDraft<Partial<Values>>(draft?.key);
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...restored }));
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [problem, setProblem] = useState<ErrorKey>();
  const [problemCode, setProblemCode] = useState<HttpProblemCode>();
  const [isSending, setIsSending] = useState(false);
  const errorText = useErrorText();
  const fields = Object.keys(initial) as Name[];

  const changed = draft?.fields.filter((name) => values[name] !== initial[name]) ?? [];
  const changedNames = changed.join();
  const typed = useMemo(
    () =>
      changedNames === ''
        ? undefined
        : Object.fromEntries(changedNames.split(',').map((name) => [name, values[name]])),
    [changedNames, values],
  );
  // A dialog that closes while it sends has been saved.
  useKeepDraft(draft?.key, typed, draft?.isForLater === true && !isSending);

  const change = (name: Name, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others as FieldErrors<Name>);
  };

  /** Sets values that the user did not type, and clears all errors. */
  const fill = (some: Partial<Values>) => {
    setValues((before) => ({ ...before, ...some }));
    setErrors({});
    setProblem(undefined);
    setProblemCode(undefined);
  };

  /** Replaces sent values by the server's; values typed since then stay. */
  const replaceSent = (sent: Values, now: Values) =>
    setValues((typed) => {
      const settled = { ...typed };
      for (const name of fields) if (typed[name] === sent[name]) settled[name] = now[name];
      return settled;
    });

  async function submit(sent: Values) {
    setValues(sent);
    setProblem(undefined);
    setProblemCode(undefined);
    setIsSending(true);
    try {
      await send(sent);
    } catch (error) {
      const refusal = refusalOf(error, fields, fieldOfCode);
      setErrors(refusal.fields);
      setProblem(refusal.form);
      setProblemCode(problemCodeOf(error));
    } finally {
      setIsSending(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const found = validate(values);
    setErrors(found);
    // The problem of an earlier try says nothing about these values.
    setProblem(undefined);
    setProblemCode(undefined);
    const first = fields.find((field) => found[field]);
    if (!first) return void submit(values);
    const input = event.currentTarget.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  }

  return {
    isSending,
    /** The values are those of before the login. */
    isRestored: restored !== undefined && typed !== undefined,
    problem: errorText(problem),
    /** Code of the last error, for a form that explains it. */
    problemCode,
    values,
    fill,
    replaceSent,
    submit,
    onSubmit,
    text: (name: Name) => ({
      name,
      value: String(values[name]),
      error: errorText(errors[name]),
      onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
    }),
    check: (name: Name) => ({
      name,
      checked: values[name] === true,
      error: errorText(errors[name]),
      onChange: (event: { currentTarget: { checked: boolean } }) => change(name, event.currentTarget.checked),
    }),
  };
}
