/** The `Link` header to the next part of a list, by page or, without one, after the last id shown. */
export function linkToNext(
  url: string,
  { page, lastId }: { page: number | undefined; lastId: number },
): string {
  const next = new URL(url, "http://localhost");
  if (page !== undefined) next.searchParams.set("page", String(page + 1));
  else next.searchParams.set("cursor", String(lastId));
  return `<${next.pathname}${next.search}>; rel="next"`;
}
