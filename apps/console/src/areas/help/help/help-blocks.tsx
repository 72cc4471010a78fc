import type { HelpBlock, HelpTexts } from '@manoboard/i18n/help/help';
import { IconInfoCircle } from '@tabler/icons-react';
import { Marked } from '../../../lib/texts/marked.tsx';
import { HelpPartView } from './help-parts.tsx';

interface InlineProps {
  text: string;
  words: readonly string[];
}

/** `**` encloses strong words: every second part is strong. */
const Inline = ({ text, words }: InlineProps) =>
  text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant text never move
      <strong key={index}>
        <Marked text={part} words={words} />
      </strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant text never move
      <Marked key={index} text={part} words={words} />
    ),
  );

interface BlockProps {
  block: HelpBlock;
  help: HelpTexts;
  words: readonly string[];
}

const itemsOf = (items: readonly string[], words: readonly string[]) =>
  items.map((item) => (
    <li key={item}>
      <Inline text={item} words={words} />
    </li>
  ));

function Block({ block, help, words }: BlockProps) {
  if (typeof block === 'string') {
    return (
      <p>
        <Inline text={block} words={words} />
      </p>
    );
  }
  if ('list' in block) return <ul>{itemsOf(block.list, words)}</ul>;
  if ('steps' in block) return <ol>{itemsOf(block.steps, words)}</ol>;
  if ('part' in block) return <HelpPartView part={block.part} help={help} />;
  if ('note' in block) {
    return (
      <div
        className="border border-line rounded-md bg-inset flex gap-3 text-md px-4 py-3 items-start my-4"
        role="note"
      >
        <IconInfoCircle className="flex-none mt-0.5" size={20} stroke={1.7} aria-hidden />
        <p className="mb-0!">
          <Inline text={block.note} words={words} />
        </p>
      </div>
    );
  }
  return (
    <dl className="grid gap-4">
      {block.terms.map(([term, meaning]) => (
        <div key={term}>
          <dt className="font-semibold">
            <Marked text={term} words={words} />
          </dt>
          <dd className="text-dim">
            <Marked text={meaning} words={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const HelpBlocks = ({
  blocks,
  ...rest
}: Omit<BlockProps, 'block'> & { blocks: readonly HelpBlock[] }) =>
  blocks.map((block) => <Block key={JSON.stringify(block)} block={block} {...rest} />);
