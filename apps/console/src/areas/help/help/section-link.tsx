import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/page/paths.ts';

interface Props {
  id: string;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to a section of the help. Only the link to the section in the address is the current page. */
export const SectionLink = ({ id, ...rest }: Props) => (
  <Link to={paths.docs} hash={id} activeOptions={{ includeHash: true }} {...rest} />
);
