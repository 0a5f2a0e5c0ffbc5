import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** A file in a zip file. */
export interface ZipEntry {
  name: string;
  /** Bytes of the unpacked file, as the zip file states. `read` rejects if they are not true. */
  size: number;
  /** Unpacks the file. Rejects if it is damaged, encrypted or packed in an unknown way. */
  read(): Promise<Buffer>;
}

/**
 * Lists the files of a zip file, without folders. Nothing is unpacked before `read`, and nothing is written to the disk.
 * Rejects if the file is no zip file, has more than `most` entries, or a name that points outside of it.
 */
export function zipEntries(zip: Buffer, most: number): Promise<ZipEntry[]> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(zip, { lazyEntries: true, validateEntrySizes: true }, (error, file) => {
      if (error !== null) return reject(error);
      if (file.entryCount > most) return reject(new TooManyEntriesError());
      const entries: ZipEntry[] = [];
      file.on('error', reject);
      file.on('end', () => resolve(entries));
      file.on('entry', (entry: Entry) => {
        if (!entry.fileName.endsWith('/')) {
          entries.push({
            name: entry.fileName,
            size: entry.uncompressedSize,
            read: () => unpack(file, entry),
          });
        }
        file.readEntry();
      });
      file.readEntry();
    });
  });
}

export class TooManyEntriesError extends Error {}

/** Inflating runs outside of the main thread, and ends at the stated size: a small file cannot become a huge one. */
function unpack(file: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(error);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(parts)));
    });
  });
}
