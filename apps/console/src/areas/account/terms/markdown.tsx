import type { ReactNode } from 'react';

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'paragraph'; text: string };

const HEADING = /^(#{1,3}) +(.+)$/;
const ITEM = /^(?:[-*]|(\d+)\.) +(.+)$/;

function blockOf(line: string): Block {
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks && title) return { kind: 'heading', level: marks.length as 1 | 2 | 3, text: title };
  const item = ITEM.exec(line);
  if (item?.[2]) return { kind: 'list', isOrdered: item[1] !== undefined, items: [item[2]] };
  return { kind: 'paragraph', text: line };
}

/** The block above extended by this line; `undefined` if the line starts a new block. */
function joined(above: Block | undefined, line: Block): Block | undefined {
  if (above?.kind === 'list' && line.kind === 'list' && above.isOrdered === line.isOrdered)
    return { ...above, items: [...above.items, ...line.items] };
  if (line.kind !== 'paragraph') return undefined;
  if (above?.kind === 'paragraph') return { ...above, text: `${above.text} ${line.text}` };
  if (above?.kind !== 'list') return undefined;
  return { ...above, items: [...above.items.slice(0, -1), `${above.items.at(-1)} ${line.text}`] };
}

/** Parses headings, paragraphs and flat lists; other Markdown, and HTML, stays plain text. */
export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of markdown.split(/\r?\n/).map((text) => text.trim())) {
    const block = line === '' ? undefined : blockOf(line);
    const longer = block && isOpen ? joined(blocks.at(-1), block) : undefined;
    if (longer) blocks.splice(-1, 1, longer);
    else if (block) blocks.push(block);
    isOpen = block !== undefined;
  }
  return blocks;
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/g;

/** Renders bold, italics, and links to web and mail addresses only. */
function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, label, address] = match;
    parts.push(text.slice(from, match.index));
    const key = match.index;
    if (bold) parts.push(<strong key={key}>{bold}</strong>);
    else if (italic) parts.push(<em key={key}>{italic}</em>);
    else
      parts.push(
        <a key={key} href={address} rel="noreferrer">
          {label}
        </a>,
      );
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

function MarkdownBlock({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{inline(block.text)}</p>;
  if (block.kind === 'heading') {
    const Heading = `h${block.level}` as const;
    return <Heading>{inline(block.text)}</Heading>;
  }
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </List>
  );
}

/** Renders React elements, so that no text of the file can become markup. */
export const Markdown = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block) => <MarkdownBlock key={JSON.stringify(block)} block={block} />);
