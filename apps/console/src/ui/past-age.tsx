interface Props {
  past?: string | undefined;
  age?: string | undefined;
}

/** The age of what is not live, where there is little room: the word before it is only heard. */
export const PastAge = ({ past, age }: Props) => (
  <>
    {past && <span className="vh">{past} </span>}
    {age}
  </>
);
