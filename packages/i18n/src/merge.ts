type Texts = Record<string, object>;

/** Merges objects one level deep: a namespace has the keys of all its parts. */
export type Merged<Parts> = {
  [Namespace in keyof Parts]: { [Key in keyof Parts[Namespace]]: Parts[Namespace][Key] };
};

/** Merges the parts of namespaces in two files. A duplicate key is an error found by `npm run check`. */
export function mergeTexts<A extends Texts, B extends Texts>(a: A, b: B): Merged<A & B> {
  const shared = Object.keys(b).filter((namespace) => Object.hasOwn(a, namespace));
  const joined = shared.map((namespace) => [namespace, { ...a[namespace], ...b[namespace] }]);
  return { ...a, ...b, ...Object.fromEntries(joined) };
}
