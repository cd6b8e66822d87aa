"""
Moto's server for the rehearsal: `emulator.py PORT`. AWS_ENDPOINT_URL must be its own address; AWS_REGION and credentials
as any client needs them.
"""

import os
import sys

import network  # noqa: F401
import resources  # noqa: F401
from moto.awslambda.models import LayerVersion
from moto.cloudformation import parsing
from moto.cloudformation.models import ChangeSet, CloudFormationBackend, cloudformation_backends
from moto.iam.access_control import PermissionResult
from moto.s3.models import FakeBucket
from moto.server import main

# It enforces the policy of a bucket but reads no Condition in it: what denies requests without TLS would deny them all.
FakeBucket.get_permission = lambda *_: PermissionResult.NEUTRAL

# It refuses a template for cfn-lint's warnings too. The runner has cfn-lint judge it by itself.
CloudFormationBackend.validate_template = lambda *_: []



# Where a change set is executed, it leaves the stack's outputs as they were.
def apply(change_set):
    apply_resources(change_set)
    stack = change_set.stack
    stack.template_dict = change_set.template_dict
    stack.output_map = stack._create_output_map()
    backend = cloudformation_backends[stack.account_id][stack.region_name]
    backend.exports.update({export.name: export for export in stack.exports})


apply_resources = ChangeSet.apply
ChangeSet.apply = apply



# It gives Properties to a resource that has none, then takes the same resource without them for another one.
def diff(resources, template, parameters=None):
    for resource in template["Resources"].values():
        resource.setdefault("Properties", {})
    return diff_resources(resources, template, parameters)


diff_resources = parsing.ResourceMap.build_resource_diff
parsing.ResourceMap.build_resource_diff = diff



# It deletes in no order. The order of creation, backwards, has everything before what it depends on.
def delete(resources):
    for name, resource in reversed(list(resources._parsed_resources.items())):
        template = resources._resource_json_map.get(name)
        if resource and template and template.get("DeletionPolicy") != "Retain":
            resources._delete_resource(resource, template)


parsing.ResourceMap.delete = delete

# It does not know what Ref answers for a layer.
LayerVersion.physical_resource_id = property(lambda layer: layer.arn)

# It gives the zones of us-east-1 to every region where Fn::GetAZs is "".
parsing.DEFAULT_REGION = os.environ["AWS_REGION"]

if __name__ == "__main__":
    main(["--port", sys.argv[1]])
