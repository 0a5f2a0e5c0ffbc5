CREATE SCHEMA "cluster";
--> statement-breakpoint
CREATE TABLE "cluster"."inputs" (
	"show" bigint NOT NULL,
	"seq" integer NOT NULL,
	"msg_id" text,
	"body" text NOT NULL,
	CONSTRAINT "inputs_show_seq_pk" PRIMARY KEY("show","seq"),
	CONSTRAINT "inputs_show_msg_id" UNIQUE("show","msg_id")
) PARTITION BY RANGE ("show");
--> statement-breakpoint
CREATE TABLE "cluster"."nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"address" text NOT NULL,
	"build" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"draining" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cluster"."shows" (
	"id" bigint PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"name" text NOT NULL,
	"facts" jsonb,
	CONSTRAINT "shows_host_name" UNIQUE("host","name")
);
--> statement-breakpoint
CREATE TABLE "cluster"."snapshots" (
	"show" bigint NOT NULL,
	"seq" integer NOT NULL,
	"version" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "snapshots_show_seq_pk" PRIMARY KEY("show","seq")
);
--> statement-breakpoint
CREATE TABLE "cluster"."stages" (
	"host" text PRIMARY KEY NOT NULL,
	"node" text,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"on_air" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cluster"."snapshots" ADD CONSTRAINT "snapshots_show_shows_id_fk" FOREIGN KEY ("show") REFERENCES "cluster"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stages_node" ON "cluster"."stages" USING btree ("node");