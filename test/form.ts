/** Builds a multipart body as a browser sends it. */
export function multipart(
  fields: Record<string, string>,
  files: { name: string; fileName: string; type: string; content: Buffer }[] = [],
) {
  const boundary = "----portal-test-boundary";
  const head = (disposition: string, type?: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}${value}\r\n`)),
    ...files.flatMap(({ name, fileName, type, content }) => [
      Buffer.from(head(`name="${name}"; filename="${fileName}"`, type)),
      content,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return {
    body: Buffer.concat(parts),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
