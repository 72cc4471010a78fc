/** Says nothing by itself: a text beside it or `aria-busy` does. */
export const Spinner = ({ size = 16 }: { size?: number }) => (
  <span
    className="inline-block animate-spin rounded-full border-2 border-current border-r-transparent"
    style={{ width: size, height: size }}
    data-spinner
    aria-hidden="true"
  />
);
