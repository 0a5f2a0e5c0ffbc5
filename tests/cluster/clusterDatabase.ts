/** The database of a cluster, whose commits are on two servers at least. */
export interface ClusterDatabase {
  /** Where the server that accepts writes is reached. It may change with a failover. */
  readonly port: number;
  createDatabase(name: string): Promise<void>;
  /** The address of a database behind another port, such as that of a `TcpLine`. */
  addressAt(port: number, database: string): string;
  /** Kills the server that accepts writes. Another one accepts them afterwards. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}
