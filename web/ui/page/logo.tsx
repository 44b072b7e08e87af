/** The portal's logo: a building at night with its windows lit. */
export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
    <rect width="32" height="32" rx="8" fill="var(--harbor)" />
    <path
      fill="none"
      stroke="var(--lamp)"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform="translate(7 7) scale(.75)"
      d="M10 12h4m-4-4h4m0 13v-3a2 2 0 0 0-4 0v3M6 10H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-2M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16"
    />
  </svg>
);
