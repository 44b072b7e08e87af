import { matchRoute, useLocation, useRouter } from "wouter";
import { pages } from "#web/pages.ts";

const patterns = pages.flatMap((page) => page.patterns);

/** The page for the address, with the pattern that matches; neither when there is none. */
export function usePage() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const pattern = patterns.find((candidate) => matchRoute(parser, candidate, path)[0]);
  const page = pages.find((candidate) => candidate.patterns.some((one) => one === pattern));
  return { page, pattern };
}
