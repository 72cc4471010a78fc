const COLOURS = ['bg-[#6d5ae6]', 'bg-[#b45309]', 'bg-[#0f766e]', 'bg-[#be185d]', 'bg-[#1d4ed8]'] as const;

const colourOf = (name: string) =>
  COLOURS[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % COLOURS.length];

const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? '?'}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
};

/** A person as initials; their name is for screen readers and in the tooltip. */
export const Face = ({ name }: { name: string }) => (
  <span
    className={`grid size-7 flex-none place-items-center rounded-full text-xs font-semibold text-white ${colourOf(name)}`}
    title={name}
  >
    <span aria-hidden="true">{initialsOf(name)}</span>
    <span className="sr-only">{name}</span>
  </span>
);
