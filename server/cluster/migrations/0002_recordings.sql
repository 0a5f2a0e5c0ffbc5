CREATE TABLE "cluster"."recordings" (
	"host" text NOT NULL,
	"name" text NOT NULL,
	"node" text NOT NULL,
	"seq" integer NOT NULL,
	"identity" text NOT NULL,
	"summary" jsonb,
	"files" jsonb NOT NULL,
	"stored" boolean NOT NULL,
	CONSTRAINT "recordings_host_name_node_pk" PRIMARY KEY("host","name","node")
);
