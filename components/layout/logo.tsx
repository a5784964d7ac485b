/** A pair of open curtains. Hidden on narrow phones, where the name needs the space. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 shrink-0 max-[399px]:hidden" aria-hidden="true">
      <path d="M2 3h20v2H2z" fill="var(--gilt)" />
      <path d="M3 5h8c0 6-2 10-6 12v4H3zM21 5h-8c0 6 2 10 6 12v4h2z" fill="var(--curtain-fill)" />
    </svg>
  );
}
