/** Stores what an import brings, if the backstage's folder has only copies. */
export interface ImportStore {
  /** Whether imported shows can be stored. */
  readonly takesShows: boolean;
  /** The ids of the shows that are stored, also of those that only another server has. */
  showIds(): Promise<ReadonlySet<string>>;
  /**
   * Stores shows, each in a folder with its id in `folder`. Nobody sees them before `publish`.
   *
   * @throws RingsideError `storage.unreachable`, `cluster.unreachable`.
   */
  stage(folder: string, ids: readonly string[]): Promise<void>;
  /**
   * Stores the files that the import has written, together with the staged shows: all, or nothing.
   *
   * @throws UnknownCommitError if both may be stored or not; they are then stored later. After any other error, nothing
   * is stored.
   */
  publish(): Promise<void>;
  /** Forgets staged shows that were not published. */
  drop(): void;
}
