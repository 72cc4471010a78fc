type Texts = Record<string, object>;

/** One object of several: a namespace has the keys of all its parts. */
export type Merged<Parts> = {
  [Namespace in keyof Parts]: { [Key in keyof Parts[Namespace]]: Parts[Namespace][Key] };
};

/** A namespace may have parts in two files. The same key in both is an error that `npm run check` finds. */
export function mergeTexts<A extends Texts, B extends Texts>(a: A, b: B): Merged<A & B> {
  const shared = Object.keys(b).filter((namespace) => Object.hasOwn(a, namespace));
  const joined = shared.map((namespace) => [namespace, { ...a[namespace], ...b[namespace] }]);
  return { ...a, ...b, ...Object.fromEntries(joined) };
}
