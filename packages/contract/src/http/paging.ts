import * as z from 'zod/mini';

/** A number of a query or a path: it comes as text, and is not guessed from anything else. */
const WholeNumberText = z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, 'whole_number'));
export const RowIdText = z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'whole_number'));

const MOST_ROWS = 200;

/** How many rows, and after how many. */
export const pageQuery = {
  limit: z.optional(
    WholeNumberText.check(z.refine((text) => Number(text) >= 1 && Number(text) <= MOST_ROWS, 'out_of_range')),
  ),
  offset: z.optional(WholeNumberText),
};

const DEFAULT_LIMIT = 50;

/** Some rows of a longer list, and how many there are in all. */
export const page = <S extends z.ZodMiniType>(row: S) => z.object({ items: z.array(row), total: z.int() });

export const readPage = ({ limit, offset }: { limit?: string | undefined; offset?: string | undefined }) => ({
  limit: Number(limit ?? DEFAULT_LIMIT),
  offset: Number(offset ?? 0),
});
export type PageWish = ReturnType<typeof readPage>;
