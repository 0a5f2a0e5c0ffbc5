CREATE TABLE "cluster"."host_files" (
	"host" text NOT NULL,
	"name" text NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "host_files_host_name_pk" PRIMARY KEY("host","name")
);
--> statement-breakpoint
CREATE TABLE "cluster"."overlay_tokens" (
	"host" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "overlay_tokens_host_digest_pk" PRIMARY KEY("host","digest")
);
--> statement-breakpoint
CREATE TABLE "cluster"."pictures" (
	"host" text NOT NULL,
	"name" text NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "pictures_host_name_pk" PRIMARY KEY("host","name")
);
--> statement-breakpoint
CREATE INDEX "overlay_tokens_digest" ON "cluster"."overlay_tokens" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "pictures_name" ON "cluster"."pictures" USING btree ("name");