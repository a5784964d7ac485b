import "server-only";
import { ZipFile } from "yazl";

export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The same files make the same bytes on every instance, so that the archive's `ETag` changes only with the data. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** The files as a ZIP archive. They are compressed outside the main thread. */
export async function makeArchive(files: readonly ArchiveFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, noTime);
  zip.end();
  const chunks: Buffer[] = [];
  // The stream is one of bytes.
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
