-- Search keys write letters such as Қ and Ө by their nearest Russian ones; the sweep makes the keys of these names again.
UPDATE applicants SET keys_version = NULL
  WHERE (fields ->> '$.surname') || ' ' || (fields ->> '$.name') || ' ' || coalesce(fields ->> '$.middlename', '')
    GLOB '*[қҚҳҲңҢүҮұҰөӨәӘҷҶ]*';
