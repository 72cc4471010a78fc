import * as z from 'zod/mini';

/**
 * R8: parts of the schemas by which the console reads the answers of any provider (`Any…`). They widen the schemas of the
 * contract, which our server keeps and documents.
 */

/** A field that a provider may leave out; it counts as left out, too, if it is not understood. */
export const orElse = z.catch;

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/** Numbers may come as text. */
export const numeric = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && NUMBER.test(value) ? Number(value) : value,
    ),
    schema as unknown as z.ZodMiniType<z.output<S>, unknown>,
  );

/** An ID of any form; our `DeviceId` is one of them. */
export const AnyId = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? `${value}` : value)),
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'too_long')),
);
