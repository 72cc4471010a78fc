import * as z from 'zod/mini';

/** Number in a query or path: parsed from text without other coercion. */
const WholeNumberText = z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, 'whole_number'));
export const RowIdText = z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'whole_number'));

const MAX_ROWS = 200;

/** Limit and offset. */
export const pageQuery = {
  limit: z.optional(
    WholeNumberText.check(z.refine((text) => Number(text) >= 1 && Number(text) <= MAX_ROWS, 'out_of_range')),
  ),
  offset: z.optional(WholeNumberText),
};

const DEFAULT_LIMIT = 50;

/** One page of a list, and its total length. */
export const page = <S extends z.ZodMiniType>(row: S) => z.object({ items: z.array(row), total: z.int() });

export const readPage = ({ limit, offset }: { limit?: string | undefined; offset?: string | undefined }) => ({
  limit: Number(limit ?? DEFAULT_LIMIT),
  offset: Number(offset ?? 0),
});
export type PageRequest = ReturnType<typeof readPage>;
