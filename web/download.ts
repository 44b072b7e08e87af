/** Downloads the file at the URL. The browser saves it while it arrives. */
export function download(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
