import type { ComponentProps, ReactNode } from 'react';

/** Fields below each other. The form itself checks them, not the browser. */
export const Form = ({
  isSending,
  className = '',
  ...form
}: ComponentProps<'form'> & { isSending: boolean }) => (
  <form {...form} className={`grid grid-cols-1 gap-4 ${className}`} noValidate aria-busy={isSending} />
);

/** Two fields side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 min-[30em]:grid-cols-2">{children}</div>
);

/** A sentence with links below a form. */
export const UnderForm = ({ children }: { children: ReactNode }) => (
  <p className="text-center text-md [&_a]:text-link pointer-coarse:[&_a]:inline-flex pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_a]:items-center">
    {children}
  </p>
);
