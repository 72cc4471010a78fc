import type { AlertDetail } from '@manoboard/contract/alert/alert';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';

/** A number with its unit, as both languages write it. */
const NUMBER = /(-?\d+(?:[.,]\d+)?[\s\u00a0](?:bar|Hz|%|°C|V|A|kW|dBm|min|s|h)(?![\p{L}\d]))/u;

/** The numbers of a sentence as tokens. */
export const RuleWords = ({ text }: { text: string }) =>
  text.split(NUMBER).map((part, at) =>
    at % 2 === 1 ? (
      // The parts of a sentence have no other identity than their place.
      <b
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={at}
        className="font-semibold whitespace-nowrap rounded-sm bg-card px-2 py-0.5 inset-ring inset-ring-line-strong tabular-nums"
      >
        {part}
      </b>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={at}>{part}</Fragment>
    ),
  );

/** The rule in words with the numbers that applied. An event of a board has no measured numbers: then nothing. */
export function useRuleText() {
  const t = useTranslations('alertRule');
  return ({ kind, thresholds, numbers }: Pick<AlertDetail, 'kind' | 'thresholds' | 'numbers'>) => {
    const { afterS } = thresholds;
    const values: Record<string, number> = {
      ...thresholds,
      ...numbers,
      ...(afterS !== undefined && { afterMin: Math.round(afterS / 6) / 10 }),
    };
    const message = String(t.raw(`${kind}.rule`));
    const names = [...message.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name = '']) => name);
    return names.every((name) => name in values) ? t(`${kind}.rule`, values) : undefined;
  };
}
