interface Props {
  past?: string | undefined;
  age?: string | undefined;
}

/** The age of a stale value. Only screen readers get the word before it, to save space. */
export const PastAge = ({ past, age }: Props) => (
  <>
    {past && <span className="sr-only">{past} </span>}
    {age}
  </>
);
