import { type FormEvent, useState } from 'react';
import { type ErrorKey, type FieldErrors, refusalOf, useErrorText } from './form-errors.ts';
import { HttpProblem, type HttpProblemCode } from './http-problem.ts';

type Field<Values> = keyof Values & string;

interface Settings<Values> {
  initial: Values;
  validate: (values: Values) => FieldErrors<Field<Values>>;
  send: (values: Values) => Promise<unknown>;
  /** Refusals that belong beside one field. */
  fieldOfCode?: Partial<Record<HttpProblemCode, Field<Values>>>;
}

/** Fields, their problems, and one sending at a time. (A form library would be a tenth of the login page.) */
export function useForm<Values extends Record<string, string | boolean>>({
  initial,
  validate,
  send,
  fieldOfCode,
}: Settings<Values>) {
  type Name = Field<Values>;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [problem, setProblem] = useState<ErrorKey>();
  const [problemCode, setProblemCode] = useState<HttpProblemCode>();
  const [isSending, setIsSending] = useState(false);
  const errorText = useErrorText();
  const fields = Object.keys(initial) as Name[];

  const change = (name: Name, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others as FieldErrors<Name>);
  };

  /** What comes from elsewhere than the keyboard; what was wrong before is looked at anew. */
  const fill = (some: Partial<Values>) => {
    setValues((before) => ({ ...before, ...some }));
    setErrors({});
    setProblem(undefined);
    setProblemCode(undefined);
  };

  /** What was sent gives way to what counts now; what was typed since stays. */
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
      setProblemCode(error instanceof HttpProblem ? error.code : 'UNKNOWN');
    } finally {
      setIsSending(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const found = validate(values);
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (!first) return void submit(values);
    const input = event.currentTarget.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  }

  return {
    isSending,
    problem: errorText(problem),
    /** The code of the last refusal, for a form that says more about it. */
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
