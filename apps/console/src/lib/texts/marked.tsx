import { matchRanges } from './search-text.ts';

/** A text with the searched words marked; `words` are folded (`searchWords`). */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const ranges = matchRanges(text, words);
  let end = 0;
  return (
    <>
      {ranges.map(([from, to]) => {
        const before = text.slice(end, from);
        end = to;
        return (
          <span key={from}>
            {before}
            <mark className="text-ink rounded-sm bg-wait-soft">{text.slice(from, to)}</mark>
          </span>
        );
      })}
      {text.slice(end)}
    </>
  );
}
