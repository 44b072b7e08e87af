import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Replaces the browser's XMLHttpRequest. An upload waits until the test responds. */
export class FakeUpload {
  upload: { onprogress?: (event: object) => void } = {};
  headers: Record<string, string> = {};
  withCredentials = false;
  status = 0;
  statusText = "";
  responseText = "";
  opened = "";
  body = new FormData();
  isAborted = false;
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(method: string, path: string) {
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
  sent(loaded: number, total: number) {
    act(() => this.upload.onprogress?.({ loaded, total, lengthComputable: true }));
  }
  response(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    act(() => this.onload());
  }
}

/** Collects every upload of the calling test in the order they are sent. */
export function captureUploads(onSend?: (upload: FakeUpload) => void): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  class CapturedUpload extends FakeUpload {
    override send(body: FormData) {
      super.send(body);
      uploads.push(this);
      onSend?.(this);
    }
  }
  vi.stubGlobal("XMLHttpRequest", CapturedUpload);
  return uploads;
}
