"""
`create_only.py REGION TYPE…`: as JSON, by type, the properties that CloudFormation cannot change in place, or not always: where
one of them changes, the resource may be replaced. From the same schemas of AWS that cfn-lint judges by.
"""

import json
import sys

from cfnlint.schema import PROVIDER_SCHEMA_MANAGER


def pointers(schema):
    return schema.get("createOnlyProperties", []) + schema.get("conditionalCreateOnlyProperties", [])


region, *types = sys.argv[1:]
print(
    json.dumps(
        {kind: pointers(PROVIDER_SCHEMA_MANAGER.get_resource_schema(region, kind).schema) for kind in types}
    )
)
