-- The permission to drain a server of a cluster. A new database gets it with all others at its first start.
INSERT INTO "menus" ("parent_id", "kind", "name", "title", "sort")
SELECT "id", 'permission', 'status:drain', 'api.permission.status:drain', 1 FROM "menus" WHERE "name" = 'status' AND "kind" = 'route'
ON CONFLICT ("name") DO NOTHING;
